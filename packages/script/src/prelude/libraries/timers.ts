/** Node's `timers`, for `xml2js`. */
export const { setImmediate } = globalThis
