import { failed, type HeaderField, type Row, row, type SendFailure } from '@parley/model'
import { applyOverrides } from '../apply-overrides.ts'
import { authorize } from '../authorize.ts'
import { buildMessage } from '../build-message.ts'
import { chosenByUser } from '../gate/choose-origins.ts'
import { PassedMessage } from '../gate/passed-message.ts'
import type { EnginePorts } from '../ports/engine-ports.ts'
import type { ScriptRequest, ScriptRequestSender } from '../ports/script-runner.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { RenderedRequest } from '../rendered-request.ts'
import type { EffectiveSettings } from '../request-context.ts'
import type { DynamicSources } from '../variables/dynamic-variables.ts'
import type { VariableScope } from '../variables/scope.ts'
import { Substitution, SubstitutionError } from '../variables/substitute.ts'
import { secretsOf } from '../variables/variable-scope.ts'
import type { MessageOverrides } from './script-outcome.ts'

/**
 * Implements `sendRequest` of scripts: uses the stages of a send from rendering on, so that proxy,
 * certificates and limits apply (behaviour 4.10). A script that names a secret withheld from it is stopped.
 */
export function scriptRequestSender(settings: EffectiveSettings, ports: EnginePorts): ScriptRequestSender {
  return async (request, scopes, signal) => {
    const rendered = renderScriptRequest(request, scopes, settings, ports)
    if ('code' in rendered) return failed(rendered)
    const built = await buildMessage(rendered, ports)
    if (!built.ok) return built
    const authorized = await authorize(built.value, ports, signal)
    if (!authorized.ok) return authorized
    const { gateFacts } = authorized.value
    const outbound = applyOverrides(
      { ...authorized.value, gateFacts: { ...gateFacts, way: 'scriptRequest' } },
      { overrides: { ...noOverrides, content: request.content } },
    )
    const passed = await PassedMessage.pass(outbound, ports, signal)
    if (!passed.ok) return passed
    const sent = await ports.transport.send(passed.value, unobserved, signal)
    return sent.ok ? sent : failed(sent.failure.failure)
  }
}

const noOverrides: MessageOverrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }

const unobserved = { onRequestContent() {}, onResponse() {} }

function renderScriptRequest(
  request: ScriptRequest,
  scopes: readonly VariableScope[],
  settings: EffectiveSettings,
  sources: DynamicSources,
): RenderedRequest | SendFailure {
  const substitution = new Substitution(scopes, sources, 'refuse')
  try {
    // The content is literal. It is only searched, so that the name of a withheld secret is noticed there
    // too.
    substitution.fill(request.content?.text ?? '')
    const url = substitution.fill(request.url)
    const fillValue = ({ name, value }: HeaderField): Row => row(name, substitution.fill(value))
    return {
      stage: 'rendered',
      method: request.method,
      url,
      headers: request.headers.map(fillValue),
      cookies: [],
      body: { type: 'none' },
      auth: { type: 'none' },
      settings,
      notices: [],
      // The script may read every secret that it can name here, but redirects still remove them.
      secrets: { url: [], rows: [], body: [], auth: [], known: secretsOf(scopes) },
      origins: { ...chosenByUser, request: 'script' },
      marked: { method: request.method, url },
    }
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error
    return preparationFailure('template', error.code, error.path.join(' → '))
  }
}
