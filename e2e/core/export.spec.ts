import { testFormats } from '../support/rooms/export.ts'

testFormats({ 'Postman v2.1': '.postman_collection.json' })
