// Before the libraries, which look for globals of browsers and Node when they load.
import { entryPoints } from './main.ts'
import './libraries/small.ts'

export { entryPoints }
