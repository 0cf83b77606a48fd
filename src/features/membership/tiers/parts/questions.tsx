import { formatMoney } from '#platform/words.ts'

/** What whoever thinks of joining asks, answered from what the house has set now. */
export function questionsOf({ freeName, tokenPricePence }: { freeName: string | null; tokenPricePence: number }) {
  return [
    {
      question: 'Do I pay when I apply?',
      answer:
        'No. Members of the committee read your application first. A paid membership starts with its first payment, after you are approved.',
    },
    ...(freeName === null
      ? []
      : [{ question: 'Can I belong without paying?', answer: `Yes. ${freeName} is free, for as long as you like.` }]),
    {
      question: 'What are tokens?',
      answer: `They pay for rooms and desks. Those of your plan come every Monday and never expire; further ones cost ${formatMoney(tokenPricePence)} each, less the discount of your plan.`,
    },
    {
      question: 'Can I change my plan or leave?',
      answer:
        'At any time. What is left of the month is settled between two plans to the day. Cancel with 24 hours’ notice and your membership runs to the end of the month you have paid for.',
    },
    { question: 'Can I see the house first?', answer: 'Yes. A tour takes an hour and costs nothing.' },
  ]
}

/** Drawn by the server as well. */
export const Questions = ({ of }: { of: ReturnType<typeof questionsOf> }) =>
  of.map(({ question, answer }) => (
    <div key={question}>
      <h3>{question}</h3>
      <p>{answer}</p>
    </div>
  ))
