import { testReport } from '../support/rooms/run-report.ts'

testReport('dark')
