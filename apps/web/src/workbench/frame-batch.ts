/**
 * Values that change faster than they can be seen: the last value of each key is passed on once per frame
 * (behaviour, Long lists).
 */
export interface FrameBatch<Value> {
  put(key: string, value: Value): void
  /** Delivers waiting values now instead of with the next frame. */
  flush(): void
}

/**
 * Returns a batch.
 * @param nextFrame calls back once before the next frame
 * @param deliver receives the keys in the order in which they were added
 */
export function createFrameBatch<Value>(
  nextFrame: (callback: () => void) => void,
  deliver: (key: string, value: Value) => void,
): FrameBatch<Value> {
  const waiting = new Map<string, Value>()
  let isFrameWanted = false

  function flush(): void {
    const delivered = [...waiting]
    waiting.clear()
    for (const [key, value] of delivered) deliver(key, value)
  }

  return {
    put(key, value) {
      waiting.set(key, value)
      if (isFrameWanted) return
      isFrameWanted = true
      nextFrame(() => {
        isFrameWanted = false
        flush()
      })
    },
    flush,
  }
}
