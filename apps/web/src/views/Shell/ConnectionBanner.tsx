import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { absenceWords, type ServerAbsence } from '../../components/server-absence.ts'
import { useDesktop, useServerStatus } from '../../wiring/use-stores.ts'
import styles from './ConnectionBanner.module.css'

/** Shows that the server is lost, and what to do. What was typed stays in the page. */
export function ConnectionBanner() {
  const server = useServerStatus()
  const { bridge } = useDesktop()
  const connection = useStore(server.store, state => state.connection)
  if (connection !== 'lost' && connection !== 'refused') return null
  return (
    <div className={styles.banner} role="alert">
      <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
      {bridge !== null ? (
        <>
          <Words absence="lost-desktop" />
          <Button variant="outlined" onPress={bridge.restart}>
            Restart
          </Button>
        </>
      ) : connection === 'lost' ? (
        <Words absence="lost" />
      ) : (
        <Words absence="refused" />
      )}
    </div>
  )
}

function Words({ absence }: { readonly absence: ServerAbsence }) {
  const { fact, advice } = absenceWords[absence]
  return (
    <p>
      <b>{fact}</b> {advice}
    </p>
  )
}

/** How the server is missing, for all parts of the page; null while it is there. */
export function useServerAbsence(): ServerAbsence | null {
  const { bridge } = useDesktop()
  const connection = useStore(useServerStatus().store, state => state.connection)
  if (connection === 'open') return null
  return bridge !== null && connection !== 'connecting' ? 'lost-desktop' : connection
}
