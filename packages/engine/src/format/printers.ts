export { CssPrinter } from './print-css.ts'
export { JsonPrinter, jsonFault, printJson } from './print-json.ts'
export { XmlPrinter } from './print-xml.ts'
export type { TextPrinter } from './text-printer.ts'
