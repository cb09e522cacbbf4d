import { createContext } from 'react'

/** What is true while the page has no server: `lost`, it does not answer; `refused`, it was started again. */
export type ServerAbsence = 'connecting' | 'lost' | 'refused' | 'lost-desktop'

/** How the server is missing; null while it is there. */
export const ServerAbsenceContext = createContext<ServerAbsence | null>(null)

interface AbsenceWords {
  readonly fact: string
  /** What to do, and what not. */
  readonly advice: string
}

/** The words about a missing server, the same wherever it is noticed. None of them advises to reload the page. */
export const absenceWords: Readonly<Record<ServerAbsence, AbsenceWords>> = {
  connecting: {
    fact: 'Parley’s server does not answer yet.',
    advice: 'What you typed stays in this window.',
  },
  lost: {
    fact: 'Parley’s server has stopped.',
    advice:
      'Start Parley again. What you typed stays in this window: do not reload it before you have copied what you need.',
  },
  'lost-desktop': {
    fact: 'Parley’s server has stopped.',
    advice: 'What you typed stays in this window.',
  },
  refused: {
    fact: 'Parley was restarted.',
    advice:
      'In this window, open the address that Parley printed when it started. What you typed stays here.',
  },
}

interface FaultWords {
  readonly title: string
  readonly sentences: readonly string[]
}

/** The words of a panel in the place of something that failed. */
export function faultWords(subject: string, message: string, absence: ServerAbsence | null): FaultWords {
  const title = `${subject} stopped working`
  if (absence === null) {
    const advice = 'What you typed is kept. Try again; if it fails again, reload the page.'
    return { title, sentences: [message, advice] }
  }
  const { fact, advice } = absenceWords[absence]
  return { title, sentences: [message, `${fact} ${advice}`] }
}

/** The words of a panel in the place of a part of the page that could not be loaded. */
export function missingPartWords(absence: ServerAbsence | null): FaultWords {
  const title = 'This part of the page is not loaded'
  if (absence === null) {
    const advice =
      'What you typed is kept. Try again; if it fails again, Parley was updated, and reloading the page shows the new version.'
    return { title, sentences: ['Parley’s server did not send it.', advice] }
  }
  const { fact, advice } = absenceWords[absence]
  return { title, sentences: [`${fact} It would send this part.`, `${advice} Then try again.`] }
}
