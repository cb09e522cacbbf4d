import { defineGlobals, entryPoints } from './main-small.ts'
import './libraries/large.ts'

export { defineGlobals, entryPoints }
