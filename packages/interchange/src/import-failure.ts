import { importFormatNames } from '@parley/convert'

/** The reason why nothing was imported or written. */
export interface ImportRefusal {
  readonly code: ImportRefusalCode
  readonly sentence: string
  readonly nextStep: string
}

export type ImportRefusalCode =
  | 'SOURCE_NOT_READ'
  | 'SOURCE_TOO_LARGE'
  | 'TOO_MANY_FILES'
  | 'ZIP_DAMAGED'
  | 'ZIP_LINK'
  | 'ZIP_NAME'
  | 'ZIP_ENCRYPTED'
  | 'ZIP_METHOD'
  | 'NOTHING_TO_IMPORT'
  | 'TOO_MUCH_MEMORY'
  | 'TOO_SLOW'
  | 'CANCELLED'

/** The system cannot read the source. */
export function sourceNotRead(name: string, systemCode: string): ImportRefusal {
  return {
    code: 'SOURCE_NOT_READ',
    sentence: `“${name}” could not be read (${systemCode}).`,
    nextStep: 'Check that it is there and that this account may read it.',
  }
}

/** The source is larger than the import limit. */
export function sourceTooLarge(name: string, limitBytes: number): ImportRefusal {
  return {
    code: 'SOURCE_TOO_LARGE',
    sentence: `“${name}” makes the source larger than ${Math.round(limitBytes / 1_000_000)} MB.`,
    nextStep: 'Import only the files that you need.',
  }
}

/** There are more files than any collection has. */
export function tooManyFiles(name: string, limit: number): ImportRefusal {
  return {
    code: 'TOO_MANY_FILES',
    sentence: `“${name}” contains more than ${limit.toLocaleString('en')} files.`,
    nextStep: 'Import the folder of one collection at a time.',
  }
}

/** An entry that no honest archive of a collection contains, or an unreadable archive. */
export function zipRefusal(
  code: 'ZIP_DAMAGED' | 'ZIP_LINK' | 'ZIP_NAME' | 'ZIP_ENCRYPTED' | 'ZIP_METHOD',
  name: string,
): ImportRefusal {
  const sentences = {
    ZIP_DAMAGED: `The archive is damaged at “${name}”.`,
    ZIP_LINK: `The archive contains a link, “${name}”, which could lead anywhere.`,
    ZIP_NAME: `The archive contains “${name}”, a name that leads outside its folder.`,
    ZIP_ENCRYPTED: `“${name}” in the archive is encrypted.`,
    ZIP_METHOD: `“${name}” in the archive is compressed in a way that is not supported.`,
  }
  return {
    code,
    sentence: sentences[code],
    nextStep: 'Unpack the archive yourself, check what it contains, and import the folder.',
  }
}

/** Nothing in the source has a known format. */
export function nothingToImport(sentence: string): ImportRefusal {
  return {
    code: 'NOTHING_TO_IMPORT',
    sentence,
    nextStep: `Import one of these formats: ${Object.values(importFormatNames).join(', ')}.`,
  }
}

/** The conversion exceeded a limit. */
export function conversionStopped(code: 'TOO_MUCH_MEMORY' | 'TOO_SLOW' | 'CANCELLED'): ImportRefusal {
  const sentences = {
    TOO_MUCH_MEMORY: 'Reading the source took more memory than an import may use.',
    TOO_SLOW: 'Reading the source took longer than an import may take.',
    CANCELLED: 'The import was cancelled.',
  }
  return {
    code,
    sentence: `${sentences[code]} Nothing was imported.`,
    nextStep: code === 'CANCELLED' ? 'Import it again.' : 'Import a smaller part of it.',
  }
}
