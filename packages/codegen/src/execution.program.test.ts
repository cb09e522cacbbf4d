import { codeCases } from './cases.testkit.ts'
import { testExecution } from './execution.testkit.ts'
import { toolchains } from './toolchains.testkit.ts'

const languages = toolchains.filter(({ targetId }) => targetId === 'curl')
await testExecution(
  languages,
  Object.entries(codeCases).filter(([, { isSharp }]) => isSharp),
)
