import { testImportKills } from './kill-imports.testkit.ts'

testImportKills(10)
