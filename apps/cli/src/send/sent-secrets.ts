import { SecretHider, type SendRequest, type WithheldValue, watchOutgoing } from '@parley/engine'

/** The secrets that a send may have sent, which are hidden in what is printed of its response. */
export class SentSecrets {
  readonly #secrets: WithheldValue[] = []
  #hider = new SecretHider([])

  /** Notes the secrets of a send. */
  noting(send: SendRequest): SendRequest {
    return (request, context, ports, ...rest) => {
      const transport = watchOutgoing(ports.transport, found => {
        this.#secrets.push(...found)
        this.#hider = new SecretHider(this.#secrets)
      })
      return send(request, context, { ...ports, transport }, ...rest)
    }
  }

  /** Replaces the values of secrets with their names. */
  hide(text: string): string {
    return this.#hider.hide(text)
  }
}
