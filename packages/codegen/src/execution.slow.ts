import { codeCases } from './cases.testkit.ts'
import { testExecution } from './execution.testkit.ts'
import { toolchains } from './toolchains.testkit.ts'

await testExecution(toolchains, Object.entries(codeCases))
