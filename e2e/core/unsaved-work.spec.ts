import { testKilled } from '../support/rooms/unsaved-work.ts'

testKilled()
