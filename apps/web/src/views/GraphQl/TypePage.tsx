import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import type { TypeDescription, TypeMember } from '../../graphql/explorer/describe-type.ts'
import { useGraphQlEditing, useGraphQlLanguage } from '../../wiring/use-stores.ts'
import styles from './SchemaExplorer.module.css'

export interface TypePageProps {
  readonly tabId: string
  readonly typeName: string
  /** The member to scroll to. */
  readonly memberName: string | null
}

/** What the schema says about one type. */
export function TypePage({ tabId, typeName, memberName }: TypePageProps) {
  const language = useGraphQlLanguage()
  const editing = useGraphQlEditing()
  const [described, setDescribed] = useState<TypeDescription | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void language.call('describeType', typeName).then(outcome => {
      if (!isUnmounted && 'answer' in outcome) setDescribed(outcome.answer)
    })
    return () => {
      isUnmounted = true
    }
  }, [language, typeName])
  return (
    <div className={styles.list}>
      <Button size="small" onPress={() => editing.showTree(tabId)}>
        <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        All fields
      </Button>
      {described !== null && (
        <>
          <h2 className={styles.typeHead}>
            <span className={styles.kind}>{described.kind}</span>{' '}
            <span className={styles.type}>{described.name}</span>
          </h2>
          {described.description !== '' && (
            <p className={styles.description} dir="auto">
              {described.description}
            </p>
          )}
          <ul className={styles.members}>
            {described.members.map(member => (
              <Member
                key={member.name}
                member={member}
                isShown={member.name === memberName}
                onType={name => editing.showType(tabId, name, null)}
              />
            ))}
          </ul>
          {described.total > described.members.length && (
            <p className={styles.nothing}>
              The first {described.members.length} of {described.total.toLocaleString('en')}
            </p>
          )}
        </>
      )}
    </div>
  )
}

interface MemberProps {
  readonly member: TypeMember
  readonly isShown: boolean
  readonly onType: (typeName: string) => void
}

function Member({ member, isShown, onType }: MemberProps) {
  const { name, argumentsText, typeText, typeName, description, deprecationReason } = member
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  return (
    <li ref={element} className={styles.member} aria-current={isShown || undefined}>
      <span className={styles.signature}>
        {typeText === '' && typeName !== null ? null : name}
        {argumentsText}
        {typeText !== '' && ': '}
        {typeName !== null && (
          <button type="button" className={styles.typeLink} onClick={() => onType(typeName)}>
            {typeText === '' ? name : typeText}
          </button>
        )}
      </span>
      {deprecationReason !== null && (
        <span className={styles.deprecated} dir="auto">
          Deprecated: {deprecationReason}
        </span>
      )}
      {description !== '' && (
        <span className={styles.description} dir="auto">
          {description}
        </span>
      )}
    </li>
  )
}
