import { defaultSendSettings, type RequestContext } from '@parley/engine'
import { newHttpRequest, type Result, type SendFailure } from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import type { CodePorts } from './code-ports.ts'
import type { CodeOptionValues, CodeTarget } from './code-target.ts'
import { codeTargets, type ListedTarget } from './code-targets.ts'
import { type CodeChoices, type PreparedCode, prepareCode } from './prepare-code.ts'
import { printCode } from './print-code.ts'

/** The context of a standalone request: it inherits nothing and has no variables. */
export const noContext: RequestContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}

/** A clock and random numbers that give the same values each time. */
export const fixedPorts: CodePorts = {
  clock: { now: () => Date.UTC(2026, 0, 2), monotonic: () => Date.UTC(2026, 0, 2) },
  random: { uuid: () => '11111111-2222-4333-8444-555555555555', integer: limit => 7 % limit },
  hostNames: nodeHostNames,
}

/** Names are kept as typed, and authorization is part of the code. */
const asTyped: CodeChoices = { includesAuth: true, fillsVariables: false, fillsGaps: false }

/** The fields of a request that a test chooses. */
export type TestFields = Parameters<typeof newHttpRequest>[0]

/** Prepares a standalone request. */
export function prepareStandalone(
  fields: TestFields,
  choices: Partial<CodeChoices> = {},
  context: Partial<RequestContext> = {},
): Promise<Result<PreparedCode, SendFailure>> {
  const request = newHttpRequest({ auth: { type: 'none' }, ...fields })
  return prepareCode(request, { ...noContext, ...context }, fixedPorts, { ...asTyped, ...choices })
}

/** Prepares a standalone request, which the engine must not refuse. */
export async function preparedStandalone(
  fields: TestFields,
  choices: Partial<CodeChoices> = {},
  context: Partial<RequestContext> = {},
): Promise<PreparedCode> {
  const prepared = await prepareStandalone(fields, choices, context)
  if (!prepared.ok) throw new Error(`The engine refused the request: ${JSON.stringify(prepared.failure)}`)
  return prepared.value
}

/** Returns the code of a standalone request. */
export async function codeOf(
  target: CodeTarget,
  fields: TestFields,
  choices: Partial<CodeChoices> = {},
  options: Partial<CodeOptionValues> = {},
): Promise<string> {
  return printCode(target, (await preparedStandalone(fields, choices)).request, options)
}

/** Returns a target by its id. */
export function targetOf(id: string): ListedTarget {
  const target = codeTargets.find(one => one.id === id)
  if (target === undefined) throw new Error(`There is no target ${id}`)
  return target
}
