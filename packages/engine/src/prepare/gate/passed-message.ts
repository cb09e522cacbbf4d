import { failed, ok, type Result, type SendFailure } from '@parley/model'
import type { CookieJar, OutboundMessage } from '../message/outbound-message.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { MessageSecret } from './message-secrets.ts'
import { originOf } from './origin.ts'
import type { SecretHosts, SecretTransfer } from './secret-hosts.ts'
import { withoutSecretRows } from './without-secret-rows.ts'

/** What the gate needs of the program that sends. */
export interface GatePorts {
  readonly secretHosts: SecretHosts
  readonly cookieJar?: CookieJar
}

/**
 * A message that may be sent. Transports accept nothing else, and only the gate creates one, so no secret can
 * be sent without passing it (ADR 29).
 */
export class PassedMessage {
  readonly message: OutboundMessage
  readonly #ports: GatePorts
  /** Origins to which this send may take its secrets. */
  readonly #origins: ReadonlySet<string>

  private constructor(message: OutboundMessage, ports: GatePorts, origins: ReadonlySet<string>) {
    this.message = message
    this.#ports = ports
    this.#origins = origins
  }

  /**
   * Lets a message through. If a script chose its origin and the message carries a secret that is withheld
   * from scripts, the user is asked, or the options of the command line decide (behaviour, Secret and a host):
   * otherwise a script could have the secret sent to itself.
   */
  static async pass(
    message: OutboundMessage,
    ports: GatePorts,
    signal: AbortSignal,
  ): Promise<Result<PassedMessage, SendFailure>> {
    const origin = originOf(message.target)
    const secrets =
      message.gateFacts.originChosenBy === 'script'
        ? message.gateFacts.secrets.filter(one => one.isWithheld)
        : []
    const refusal = await refusalToSend({ origin, secrets, chosenBy: 'script' }, ports, signal)
    if (refusal !== null) return failed(refusal)
    const { cookieJar } = ports
    const whole = cookieJar === undefined ? message : { ...message, cookieJar }
    return ok(new PassedMessage(whole, ports, new Set([origin])))
  }

  /**
   * Lets the next message of the same send through: a redirect or another round. On the way to another
   * origin, rows with a secret are removed, and the question is asked about secrets that cannot be removed.
   */
  async passOn(next: OutboundMessage, signal: AbortSignal): Promise<Result<PassedMessage, SendFailure>> {
    const origin = originOf(next.target)
    if (origin === originOf(this.message.target)) return ok(this.#with(next, this.#origins))
    const { message, carried } = withoutSecretRows(next)
    const secrets = this.#origins.has(origin) ? [] : carried
    const refusal = await refusalToSend({ origin, secrets, chosenBy: 'redirect' }, this.#ports, signal)
    if (refusal !== null) return failed(refusal)
    return ok(this.#with(message, new Set([...this.#origins, origin])))
  }

  /**
   * Lets secrets through in what is sent later over the connection of this message, such as the messages of a WebSocket.
   * Returns why they may not be sent; null if they may.
   */
  async passLater(secrets: readonly MessageSecret[], signal: AbortSignal): Promise<SendFailure | null> {
    const origin = originOf(this.message.target)
    const [first] = this.#origins
    if (first !== origin) return refusalToSend({ origin, secrets, chosenBy: 'redirect' }, this.#ports, signal)
    if (this.message.gateFacts.originChosenBy !== 'script') return null
    const withheld = secrets.filter(one => one.isWithheld)
    return refusalToSend({ origin, secrets: withheld, chosenBy: 'script' }, this.#ports, signal)
  }

  #with(message: OutboundMessage, origins: ReadonlySet<string>): PassedMessage {
    return new PassedMessage(message, this.#ports, origins)
  }
}

/** Asks whether secrets may leave in any way; returns why not, and null if they may. */
export async function refusalToSend(
  transfer: SecretTransfer,
  { secretHosts }: Pick<GatePorts, 'secretHosts'>,
  signal: AbortSignal,
): Promise<SendFailure | null> {
  const { origin, chosenBy } = transfer
  const secrets = transfer.secrets.filter(one => one.text !== '')
  if (secrets.length === 0) return null
  if (await secretHosts.mayReceive({ origin, secrets, chosenBy }, signal)) return null
  if (signal.aborted) return preparationFailure('cancelled', 'CANCELLED', '')
  const code = chosenBy === 'script' ? 'SECRET_HOST_NOT_ALLOWED' : 'SECRET_REDIRECT_NOT_ALLOWED'
  return preparationFailure('refused', code, namesOf(secrets), origin)
}

function namesOf(secrets: readonly MessageSecret[]): string {
  return [...new Set(secrets.map(one => one.name))].join(', ')
}
