import styles from './NoTokenView.module.css'

/** Shown for a page without a launch token, which may not call the server. */
export function NoTokenView() {
  return (
    <main className={styles.view}>
      <h1>Open Parley with its link</h1>
      <p>
        This address alone does not open Parley, so that no other page can use your requests. Go to the window
        in which Parley is open, or type one of these commands in a terminal to get a link. If Parley is
        already running, the link opens that Parley.
      </p>
      <dl className={styles.commands}>
        <dt>
          <code>npm start</code>
        </dt>
        <dd>in Parley’s folder</dd>
        <dt>
          <code>parley serve</code>
        </dt>
        <dd>in any folder, if the command is installed</dd>
      </dl>
    </main>
  )
}
