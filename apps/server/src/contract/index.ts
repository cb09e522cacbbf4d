export { contract } from './contract.ts'
export type * from './messages.ts'
