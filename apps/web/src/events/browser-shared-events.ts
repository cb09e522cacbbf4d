import type { SharedEventsPorts } from './shared-events.ts'

const generationKey = 'parley-events-generation'

/** Returns the browser's shared worker, locks and storage; null if one of them is missing. */
export function browserSharedEvents(token: string): SharedEventsPorts | null {
  if (!('SharedWorker' in window) || !('locks' in navigator)) return null
  return {
    connect(generation) {
      const name = `${token} ${generation}`
      const worker = new SharedWorker(new URL('./events-worker.ts', import.meta.url), {
        type: 'module',
        name,
      })
      const { port } = worker
      return {
        post: message => port.postMessage(message),
        onMessage(listener) {
          port.onmessage = event => listener(event.data)
        },
        onFailure: listener => worker.addEventListener('error', listener),
        close: () => port.close(),
      }
    },
    readGeneration: () => Number(localStorage.getItem(generationKey) ?? 0),
    writeGeneration: generation => localStorage.setItem(generationKey, String(generation)),
    onGeneration(listener) {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === generationKey) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
    async waitForLock(name, signal) {
      try {
        await navigator.locks.request(name, { mode: 'shared', signal }, () => undefined)
      } catch {
        await new Promise(() => undefined)
      }
    },
    every(periodMs, callback) {
      const timer = setInterval(callback, periodMs)
      return () => clearInterval(timer)
    },
  }
}
