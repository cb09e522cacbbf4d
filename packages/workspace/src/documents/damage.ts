import { maximumFolderDepth, type ReadProblem } from '@parley/model'

/** Why a file is no document that could be shown; it is listed so and never written over. */
export interface Damage {
  readonly code: DamageCode
  /** What is wrong, in one sentence for people. */
  readonly sentence: string
  /** What to do next. */
  readonly nextStep: string
}

export type DamageCode =
  /** No bytes, or nothing but comments. */
  | 'EMPTY'
  /** NUL bytes, as a power cut leaves them. */
  | 'NUL_BYTES'
  /** Bytes that are no UTF-8. */
  | 'NOT_TEXT'
  /** `<<<<<<<` and its kind: a merge that is not finished. */
  | 'MERGE_MARKERS'
  /** No YAML, or YAML that says two things under one key. */
  | 'NOT_YAML'
  /** YAML that is not what the format asks for. */
  | 'WRONG_CONTENT'
  /** More than {@link maximumDocumentBytes}. */
  | 'TOO_LARGE'
  /** A link, which could lead out of the workspace. */
  | 'LINK'
  /** The system does not give it. */
  | 'UNREADABLE'
  /** A folder below so many others that what is in it is not listed. */
  | 'TOO_DEEP'

/** A file beyond this is no request; the largest body that fits is sent from a file instead. */
export const maximumDocumentBytes = 10 * 1024 * 1024

const restoreStep =
  'Bring back an older version, for example with git, or delete the file. Parley does not write over it.'

const descriptions: Readonly<Record<DamageCode, Pick<Damage, 'sentence' | 'nextStep'>>> = {
  EMPTY: { sentence: 'The file is empty.', nextStep: restoreStep },
  NUL_BYTES: {
    sentence: 'The file holds zero bytes in place of text, as a power cut leaves them.',
    nextStep: restoreStep,
  },
  NOT_TEXT: { sentence: 'The file is no UTF-8 text.', nextStep: restoreStep },
  MERGE_MARKERS: {
    sentence: 'The file holds the markers of a merge that is not finished.',
    nextStep: 'Finish the merge in the file: keep one side and delete the lines with the markers.',
  },
  NOT_YAML: { sentence: 'The file is no YAML.', nextStep: 'Correct the line in a text editor.' },
  WRONG_CONTENT: {
    sentence: 'The file is not what OpenCollection 1.0 asks for.',
    nextStep: 'Correct the file in a text editor.',
  },
  TOO_LARGE: {
    sentence: 'The file is larger than 10 MB.',
    nextStep: 'Move a large body into a file of its own and choose the body type Binary file.',
  },
  LINK: {
    sentence: 'The file is a link, which could lead out of the workspace.',
    nextStep: 'Put the file itself in the place of the link.',
  },
  UNREADABLE: {
    sentence: 'The file cannot be read.',
    nextStep: 'Check that it is there and that this account may read it.',
  },
  TOO_DEEP: {
    sentence: `The folder is inside more than ${maximumFolderDepth} others, so Parley does not list what it holds.`,
    nextStep: 'Move it to a folder further up.',
  },
}

/** @param detail a sentence that says more than the code */
export function damage(code: DamageCode, detail?: string): Damage {
  const { sentence, nextStep } = descriptions[code]
  return { code, sentence: detail ?? sentence, nextStep }
}

/** The first problems of a file whose content is not that of the format. */
export function wrongContent(problems: readonly ReadProblem[]): Damage {
  const first = problems.slice(0, 3).map(problem => problem.sentence)
  const more = problems.length > first.length ? ` And ${problems.length - first.length} more.` : ''
  return damage('WRONG_CONTENT', first.join(' ') + more)
}
