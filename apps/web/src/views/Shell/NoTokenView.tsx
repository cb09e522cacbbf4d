import styles from './NoTokenView.module.css'

/** Shown for a page without a launch token, which may not call the server. */
export function NoTokenView() {
  return (
    <main className={styles.view}>
      <h1>Parley</h1>
      <p>Open Parley with the address that npm start printed.</p>
    </main>
  )
}
