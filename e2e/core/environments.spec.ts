import { testPicker } from '../support/rooms/environments.ts'

testPicker({ One: '1204' })
