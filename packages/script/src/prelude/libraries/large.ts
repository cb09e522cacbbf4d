import Ajv from 'ajv'
import * as cheerio from 'cheerio'
import { parse } from 'csv-parse/browser/esm/sync'
import xml2js from 'xml2js'
import { defineGlobal, defineLibrary } from './library-table.ts'

defineGlobal('cheerio', cheerio)
defineGlobal('xml2Json', xml2Json)
defineLibrary('cheerio', () => cheerio)
defineLibrary('xml2js', () => xml2js)
defineLibrary('ajv', () => Ajv)
defineLibrary('csv-parse/sync', () => ({ parse }))

/** Parses XML as Postman does: elements that occur once are no list, attributes are in `$`. */
function xml2Json(xml: unknown): unknown {
  let parsed: unknown
  let failure: string | undefined
  const options = { explicitArray: false, async: false, trim: true, mergeAttrs: false }
  xml2js.parseString(String(xml), options, (error, result) => {
    if (error instanceof Error) failure = error.message.split('\n')[0]
    parsed = result
  })
  // The error of the library has no line of the script.
  if (failure !== undefined) throw new SyntaxError(`xml2Json cannot read this XML: ${failure}`)
  return parsed
}
