import type { Exchange } from '@parley/model'

/** Stage 8: no script runs yet, so the exchange goes on as it came. */
export async function runPostResponseScripts(exchange: Exchange): Promise<Exchange> {
  return exchange
}
