import { testRows } from '../support/rooms/tables.ts'

testRows('Params')
