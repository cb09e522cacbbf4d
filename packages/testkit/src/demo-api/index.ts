export { type DemoApi, type DemoApiOptions, startDemoApi } from './start-demo-api.ts'
