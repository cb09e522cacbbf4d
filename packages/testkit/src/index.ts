export { exchangeBytes } from './clients/exchange-bytes.ts'
export { type DemoApi, type DemoApiOptions, startDemoApi } from './demo-api/index.ts'
export { type WaitForOptions, waitFor } from './wait-for.ts'
