import { GraphQlAnswers } from '../../graphql/worker/graphql-answers.ts'
import { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'

/** Returns the language whose worker answers in the thread of the test. */
export function languageInProcess(): GraphQlLanguage {
  return new GraphQlLanguage({
    startWorker(receive) {
      const answers = new GraphQlAnswers()
      return {
        async post(request) {
          const { version, name, question } = request
          if (name !== 'setSchema' || question === null) receive(answers.reply(request))
          else {
            const text = typeof question.text === 'string' ? question.text : await question.text.text()
            receive(answers.reply({ version, name, question: { ...question, text } }))
          }
        },
        end() {},
      }
    },
  })
}
