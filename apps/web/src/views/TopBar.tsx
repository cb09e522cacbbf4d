import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import styles from './TopBar.module.css'

/** The mark and the name of the workspace. */
export function TopBar() {
  const { library } = useAppModel()
  const name = useStore(library.store, state => state.tree?.workspaceName ?? '')
  return (
    <header className={styles.bar}>
      <span className={styles.mark}>
        <svg
          viewBox="0 0 16 16"
          width="18"
          height="18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinejoin="round"
          strokeLinecap="round"
          role="img"
          aria-label="Parley"
        >
          <path d="M2 3.5h7.5v6H5L2 12z" />
          <path d="M12 6.5h2v8L11.5 12H7" />
        </svg>
      </span>
      <span className={styles.workspace}>{name}</span>
    </header>
  )
}
