import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
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
          <p>
            <b>Parley’s server has stopped.</b> What you typed stays in this window.
          </p>
          <Button variant="outlined" onPress={bridge.restart}>
            Restart
          </Button>
        </>
      ) : connection === 'lost' ? (
        <p>
          <b>Parley’s server has stopped.</b> Start Parley again. What you typed stays in this window: do not
          reload it before you have copied what you need.
        </p>
      ) : (
        <p>
          <b>Parley was restarted.</b> In this window, open the address that Parley printed when it started.
          What you typed stays here.
        </p>
      )}
    </div>
  )
}
