// Exchanges for the dashboard to show. The scripted upstream quotes the
// passages in its prompt, or cheats as the model's name says.
export const kiln = `Answer from the documents below.

<document id="kiln-4" title="Kiln handbook" url="https://pottery.example/kiln">
The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.
</document>
<document id="clay+2" title="Clay store">
White clay is kept in the cellar for at most 18 months. Sacks that were opened go to the students.
</document>
<document id="glaze 5" title="Glazes">
Tin glaze dries overnight.
</document>`;

// hostile is what an attacker would put wherever the dashboard might show it.
export const hostile = {
  question: '<img src=x onerror="document.title=\'owned\'"> How heavy is the <b>anvil</b>?',
  system: `Answer from the documents below.

<document id="&quot;&gt;&lt;script&gt;" title="</title><script>document.title='owned'</script>" url="javascript:document.title='owned'">
The <b>anvil</b> weighs 75 kilograms <svg onload=document.title='owned'>. ${'Anvils last. '.repeat(400)}
</document>`,
  sign: '<b>anvil</b>',
};

export const arabic = {
  question: 'متى تبدأ النسخ الاحتياطية الليلية؟',
  system: `Answer from the documents below.

<document id="nusakh" title="دليل النسخ الاحتياطي">
😀 مقدمة الدليل. تبدأ النسخ الاحتياطية الليلية في الساعة 01:30 وتُحفظ لمدة 21 يومًا. لا يجوز تشغيل الاستعادة على المجموعة العاملة.
</document>`,
  quote: 'تبدأ النسخ الاحتياطية الليلية في الساعة 01:30 وتُحفظ لمدة 21 يومًا.',
};

// sentence is an answer in a form of the client's own.
export const sentence = {
  type: 'json_schema',
  json_schema: {
    name: 'kiln', strict: true,
    schema: { type: 'object', properties: { sentence: { type: 'string' } }, required: ['sentence'], additionalProperties: false },
  },
};

export const heat = 'How many degrees does the large kiln reach?';
export const store = 'For how many months is white clay kept?';

// asker sends questions to a gateway; each gives {id, verdict, reply}.
export const asker = (base) => async (question, { model = 'extractive', system = kiln, stream = false, format, user } = {}) => {
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sk-client' },
    body: JSON.stringify({ model, stream, response_format: format, user, messages: [{ role: 'system', content: system }, { role: 'user', content: question }] }),
  });
  const reply = stream ? await response.text() : await response.json();
  return { id: response.headers.get('x-vouchsafe-trace-id'), verdict: reply.vouchsafe?.verdict, reply };
};
