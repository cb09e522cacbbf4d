export { contract } from './contract.ts'
export type * from './library-messages.ts'
export type * from './messages.ts'
