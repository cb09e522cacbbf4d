/**
 * Functions of the language as they were before any script ran: what a script puts in their place does not change the
 * results of its tests.
 */
const { bind, call } = Function.prototype

/** Returns a method as a function whose first argument is its object. */
const asFunction = Reflect.apply(bind, bind, [call])

/** `text.slice(start, end)` */
export const sliceText: (text: string, start: number, end: number) => string = asFunction(
  String.prototype.slice,
)

/** `promise.then(onValue, onError)` of a promise of the language. Throws for others. */
export const thenOf: (
  promise: PromiseLike<unknown>,
  onValue: () => void,
  onError: (error: unknown) => void,
) => void = asFunction(Promise.prototype.then)

/** Queues a job of promises. */
export const queueJob: (job: () => void) => void = queueMicrotask

/** The enumerable own names of an object. */
export const ownKeys: (value: object) => readonly string[] = Object.keys
