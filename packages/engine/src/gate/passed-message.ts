import { failed, ok, type Result, type SendFailure } from '@parley/model'
import { preparationFailure } from '../preparation-failure.ts'
import type { CookieJar, MessageSecret, OutboundMessage } from '../stages.ts'
import { originOf } from './origin.ts'
import type { SecretHosts, SecretPassage } from './secret-hosts.ts'
import { withoutSecretRows } from './without-secret-rows.ts'

/** What the gate asks of a host. */
export interface GatePorts {
  readonly secretHosts: SecretHosts
  readonly cookieJar?: CookieJar
}

/**
 * A message that may leave. It is the only thing that a transport takes, and only the gate makes one, so that
 * no secret reaches the wire in another way (ADR 29).
 */
export class PassedMessage {
  readonly message: OutboundMessage
  readonly #ports: GatePorts
  /** Origins to which this send may carry its secrets. */
  readonly #origins: ReadonlySet<string>

  private constructor(message: OutboundMessage, ports: GatePorts, origins: ReadonlySet<string>) {
    this.message = message
    this.#ports = ports
    this.#origins = origins
  }

  /**
   * Lets a message leave. Where a script chose its origin and it carries a secret that is withheld from scripts,
   * the host says whether it may (product decisions): a script could else have the secret sent to itself.
   */
  static async pass(
    message: OutboundMessage,
    ports: GatePorts,
    signal: AbortSignal,
  ): Promise<Result<PassedMessage, SendFailure>> {
    const origin = originOf(message.target)
    const secrets =
      message.cargo.originChosenBy === 'script' ? message.cargo.secrets.filter(one => one.isWithheld) : []
    const refusal = await askFor({ origin, secrets, chosenBy: 'script' }, ports, signal)
    if (refusal !== null) return failed(refusal)
    const { cookieJar } = ports
    const whole = cookieJar === undefined ? message : { ...message, cookieJar }
    return ok(new PassedMessage(whole, ports, new Set([origin])))
  }

  /**
   * Lets the next message of the same send leave: what a redirect asks for, or another round. Across origins rows
   * that carry a secret stay behind, and the host is asked about what cannot stay behind.
   */
  async passOn(next: OutboundMessage, signal: AbortSignal): Promise<Result<PassedMessage, SendFailure>> {
    const origin = originOf(next.target)
    if (origin === originOf(this.message.target)) return ok(this.#with(next, this.#origins))
    const { message, carried } = withoutSecretRows(next)
    const secrets = this.#origins.has(origin) ? [] : carried
    const refusal = await askFor({ origin, secrets, chosenBy: 'redirect' }, this.#ports, signal)
    if (refusal !== null) return failed(refusal)
    return ok(this.#with(message, new Set([...this.#origins, origin])))
  }

  #with(message: OutboundMessage, origins: ReadonlySet<string>): PassedMessage {
    return new PassedMessage(message, this.#ports, origins)
  }
}

/** The same question for what leaves by other means than the transport; null: it may leave. */
export async function askFor(
  passage: SecretPassage,
  { secretHosts }: Pick<GatePorts, 'secretHosts'>,
  signal: AbortSignal,
): Promise<SendFailure | null> {
  const { origin, chosenBy } = passage
  const secrets = passage.secrets.filter(one => one.text !== '')
  if (secrets.length === 0) return null
  if (await secretHosts.mayReceive({ origin, secrets, chosenBy }, signal)) return null
  if (signal.aborted) return preparationFailure('cancelled', 'CANCELLED', '')
  const code = chosenBy === 'script' ? 'SECRET_HOST_NOT_ALLOWED' : 'SECRET_REDIRECT_NOT_ALLOWED'
  return preparationFailure('refused', code, namesOf(secrets), origin)
}

function namesOf(secrets: readonly MessageSecret[]): string {
  return [...new Set(secrets.map(one => one.name))].join(', ')
}
