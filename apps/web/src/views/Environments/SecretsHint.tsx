import styles from './VariablesView.module.css'

/** Says above a table of variables what a secret is. */
export function SecretsHint() {
  return (
    <p className={styles.hint}>
      Secrets stay on this device, are left out of exports, and are withheld from scripts until you allow
      them.
    </p>
  )
}
