import styles from './NoTokenView.module.css'

/** The page without the token of a launch: it may not speak to the server. */
export function NoTokenView() {
  return (
    <main className={styles.view}>
      <h1>Parley</h1>
      <p>Open Parley with the address that npm start printed.</p>
    </main>
  )
}
