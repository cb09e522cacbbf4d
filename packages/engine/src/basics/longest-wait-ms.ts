/** The maximum of timers, about 24 days. */
export const longestWaitMs = 2_147_483_647
