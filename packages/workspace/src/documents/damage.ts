import { describeReadPath, maximumFolderDepth, type ReadProblem } from '@parley/model'

/**
 * The reason why a file cannot be shown as a document; a damaged file is listed as damaged and never
 * overwritten.
 */
export interface Damage {
  readonly code: DamageCode
  /** One sentence for users about the problem. It can quote the file. */
  readonly sentence: string
  /** The same without any text of the file, for readers that must not see its secrets. */
  readonly plainSentence: string
  /** The next step for the user. */
  readonly nextStep: string
}

export type DamageCode =
  /** The file is empty or contains only comments. */
  | 'EMPTY'
  /** NUL bytes, as left by a power failure. */
  | 'NUL_BYTES'
  /** The bytes are not UTF-8. */
  | 'NOT_TEXT'
  /** `<<<<<<<` and similar markers of an unfinished merge. */
  | 'MERGE_MARKERS'
  /** Not YAML, or YAML with a duplicate key. */
  | 'NOT_YAML'
  /** YAML that does not match the format. */
  | 'WRONG_CONTENT'
  /** Larger than {@link maximumDocumentBytes}. */
  | 'TOO_LARGE'
  /** A link, which could lead out of the workspace. */
  | 'LINK'
  /** The system cannot read it. */
  | 'UNREADABLE'
  /** A folder nested too deeply for its content to be listed. */
  | 'TOO_DEEP'

/** Larger files are not read as requests; a body of that size can be sent from a file instead. */
export const maximumDocumentBytes = 10 * 1024 * 1024

const restoreStep =
  'Restore an older version, for example with git, or delete the file. Parley does not overwrite it.'

const descriptions: Readonly<Record<DamageCode, Pick<Damage, 'sentence' | 'nextStep'>>> = {
  EMPTY: { sentence: 'The file is empty.', nextStep: restoreStep },
  NUL_BYTES: {
    sentence: 'The file contains zero bytes instead of text, as after a power cut.',
    nextStep: restoreStep,
  },
  NOT_TEXT: { sentence: 'The file is not UTF-8 text.', nextStep: restoreStep },
  MERGE_MARKERS: {
    sentence: 'The file contains the conflict markers of an unfinished merge.',
    nextStep: 'Finish the merge in the file: keep one side and delete the lines with the markers.',
  },
  NOT_YAML: { sentence: 'The file is not valid YAML.', nextStep: 'Correct the line in a text editor.' },
  WRONG_CONTENT: {
    sentence: 'The file does not follow OpenCollection 1.0.',
    nextStep: 'Correct the file in a text editor.',
  },
  TOO_LARGE: {
    sentence: 'The file is larger than 10 MB.',
    nextStep: 'Move a large body into a file of its own and choose the body type Binary file.',
  },
  LINK: {
    sentence: 'The file is a link, which could lead outside the workspace.',
    nextStep: 'Replace the link with the file itself.',
  },
  UNREADABLE: {
    sentence: 'The file cannot be read.',
    nextStep: 'Check that it is there and that this account may read it.',
  },
  TOO_DEEP: {
    sentence: `The folder is nested in more than ${maximumFolderDepth} others, so Parley does not list its contents.`,
    nextStep: 'Move it to a folder higher up.',
  },
}

/**
 * Returns the damage for a code.
 * @param detail a sentence that is more specific than the code
 * @param plainDetail the same without any text of the file
 */
export function damage(code: DamageCode, detail?: string, plainDetail?: string): Damage {
  const { sentence, nextStep } = descriptions[code]
  return { code, sentence: detail ?? sentence, plainSentence: plainDetail ?? sentence, nextStep }
}

/** Returns the damage for a file whose content does not match the format, with its first problems. */
export function wrongContent(problems: readonly ReadProblem[]): Damage {
  const first = problems.slice(0, 3)
  const more = problems.length > first.length ? ` And ${problems.length - first.length} more.` : ''
  const detail = first.map(({ sentence }) => sentence).join(' ') + more
  return damage('WRONG_CONTENT', detail, first.map(plainSentenceOf).join(' ') + more)
}

/** Keys are those of the format, as a problem is only in what the format describes; values can be anything. */
function plainSentenceOf({ code, path, sentence }: ReadProblem): string {
  return code === 'UNKNOWN_VALUE'
    ? `${describeReadPath(path)} has a value that the format does not have.`
    : sentence
}
