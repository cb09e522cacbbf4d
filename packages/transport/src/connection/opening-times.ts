import type { SendStep, Timings } from '@parley/model'

/** Measures the steps of opening a connection, also of one that does not open. */
export class OpeningTimes {
  #began: Readonly<Partial<Record<SendStep, number>>> = {}

  /** Notes that a step begins. */
  begin(step: SendStep): void {
    const now = performance.now()
    // After the question of a proxy all steps begin again.
    this.#began = step === 'dns' ? { dns: now } : { ...this.#began, [step]: now }
  }

  /** Returns how long each step took, the last one until now; null for a step that did not begin. */
  until(now: number): Pick<Timings, 'dnsMs' | 'connectMs' | 'tlsMs'> {
    const { dns, connect, tls } = this.#began
    const lasted = (from: number | undefined, to = now) => (from === undefined ? null : to - from)
    return { dnsMs: lasted(dns, connect), connectMs: lasted(connect, tls), tlsMs: lasted(tls) }
  }
}
