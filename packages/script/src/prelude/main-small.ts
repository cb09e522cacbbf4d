// Before the libraries, which look for globals of browsers and Node when they load.
import { defineGlobals, entryPoints } from './main.ts'
import './libraries/small.ts'

export { defineGlobals, entryPoints }
