import { testEvent, workerKilled } from '../support/rooms/windows.ts'

testEvent(workerKilled, 2)
