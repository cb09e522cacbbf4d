import styles from './NoTokenView.module.css'

/** Shown for a page without a launch token, which may not call the server. */
export function NoTokenView() {
  return (
    <main className={styles.view}>
      <h1>Open Parley with its link</h1>
      <p>
        This address alone opens nothing, so no other page can use your requests. Go to the window in which
        Parley is open, or get a link: type one of these commands in a terminal. While Parley runs, it leads
        to the Parley that is running.
      </p>
      <dl className={styles.commands}>
        <dt>
          <code>npm start</code>
        </dt>
        <dd>in the folder of Parley</dd>
        <dt>
          <code>parley serve</code>
        </dt>
        <dd>in any folder, if the command is installed</dd>
      </dl>
    </main>
  )
}
