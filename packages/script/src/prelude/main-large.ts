import { entryPoints } from './main-small.ts'
import './libraries/large.ts'

export { entryPoints }
