SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.accesses (
    at bigint NOT NULL,
    who text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL
);
CREATE TABLE public.bodies (
    seq bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public.cells (
    span bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    start bigint NOT NULL,
    app text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL,
    failed bigint NOT NULL
);
CREATE TABLE public.chunks (
    hash bytea NOT NULL,
    day bigint NOT NULL,
    document text NOT NULL COLLATE pg_catalog."C",
    body bytea NOT NULL
);
CREATE TABLE public.findings (
    code text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    app text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.meta (
    name text NOT NULL COLLATE pg_catalog."C",
    n bigint NOT NULL
);
CREATE TABLE public.traces (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    app text NOT NULL COLLATE pg_catalog."C",
    usr text NOT NULL COLLATE pg_catalog."C",
    conversation text NOT NULL COLLATE pg_catalog."C",
    policy text NOT NULL COLLATE pg_catalog."C",
    model text NOT NULL COLLATE pg_catalog."C",
    verdict text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    question text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    findings text NOT NULL COLLATE pg_catalog."C",
    citations bigint NOT NULL,
    attempts bigint NOT NULL,
    total_ms double precision NOT NULL,
    bytes bigint NOT NULL,
    chunks bytea NOT NULL,
    feedback text COLLATE pg_catalog."C"
);
INSERT INTO public.bodies VALUES (3765168645864067785, '\x06ba0f46301a5c6d38323865796a31386877787761636d62376b62386b6d715e481a34325431383a33313a35372e323439ee481a1500123c313937383361653336373930633461662a581a2465787472616374697665365c1aa8486f77206d616e79206465677265657320646f657320746865206c61726765206b696c6e2072656163683f2e871a00544a21001865732031323430154ae4616674657220736576656e20686f7572732e205b315d5c6e5c6e536f75726365733a5c6e5c6e2d205b315d204b696c6e2068616e64626f6f6b2e9ad91a106b696c6e2d46fc0926b712d6a600eeed1215000b04353452ed12002232f30000224ab50542a705eef812150037e24a013af40f04353466f40faa2e13043338eef60f1500195a59024279077c3264356163613435393866666535393938386137663531656662653166363532fd9986ef01f55cf1a41900440029ce426007d6d3023e9607f2460004756ea951f1cb15003b4a46070435363a5f2610223a3837343e590704393336c8070c312e31373ea52110322e30383232ca07fa6f0052c7070c332e363015000810322e303832ad9828795f6d73223a302e323431e1ba150010183a6e756c6c7d0a');
INSERT INTO public.bodies VALUES (3765168645913309816, '\x06b42146301a5c6d38323865796a7277766e3065776d7067623567726b336b5e481a34325431383a33313a35372e323732ee481a1500123c313937383361653336373930633461662a581a40657874726163746976653a6e756d6265721ea3222a681aa8486f77206d616e79206465677265657320646f657320746865206c61726765206b696c6e2072656163683f2e931a1c492063616e27742009115820746861742066726f6d207468652070726f76696465641aea2504732e9ab51a106b696c6e2d46d80926931200544a9700186573203132343015c044616674657220736576656e20686f7572732eeec91215000b04353452c91234224b696c6e2068616e64626f6f6b1e4125728305eed412150037664a01003115001610737461727411d804656ed5a15ed50f3a0f131066616c7365151218223a302e3831352adb0f0c313734327edd0f26e52762dc0f220f2262132c29994aa228045c222e0501405c22206973206e6f7420696e20746865201e362a342c20776869636820686173205c222e8202045c222e2729c681003474686520636c61696d2073617973697c49e518312c20746865201686151020776f726449fc04227d62cc105a5303424f087c32643561636134353938666665353939383861376635316566626531663635322a6f0886e902315eee7a081900110029ce42360866cd036e17053e6c08664600750e4a5d050d4604756ec90a76a10871971500e42ae11426871900316db0105f6964223a2dd7d1f819000b01a6d20b4a4d0b0435363a662a10223a3837373e600b083933333acf0b083137383ad10b1c31332e3339367d2c26650d76f629fe650d691491eb190032030c313135383eec040c3132313432ed041431332e3935393abf100c312e30371500064a5d0508313132425e050c323033353e73000c323134375ebf101431352e323537b9e6285f6d73223a31342e3436381ab60e28795f6d73223a302e3439310eb410150010183a6e756c6c7d0a');
INSERT INTO public.bodies VALUES (3765168646000572671, '\x06b51846301a5c6d38323865796d326871306d63386e70786539737a7770615e481a34325431383a33313a35372e333134ee481a1500123c313937383361653336373930633461662a581a54657874726163746976653a6e756d6265722d6f6e636536681aa8486f77206d616e79206465677265657320646f657320746865206c61726765206b696c6e2072656163683f2e931a00544a21001865732031323430154ae4616674657220736576656e20686f7572732e205b315d5c6e5c6e536f75726365733a5c6e5c6e2d205b315d204b696c6e2068616e64626f6f6b2e9ae51a106b696c6e2d46080a26c312d6a600eef91215000b04353452f912002232f30000224ac10542b305ee0413150037e24a013a0010043534660010aa3a130433387e02102a2928c602105a59024285077c3264356163613435393866666535393938386137663531656662653166363532fda586ef01f568f1b01900440029ce426c0766d30200311500133ea207f2460004756ea95176d70742dc24f274302ea305367e2b2efa00a21025295dd284056e67013284050c66616c73627e1856442b08373737467c040033b1891500cd7a4f012d0d896404656e225a0c5e8e15368d052d83228e1500301e8e150031568905a6880a4a030a0435363a1c2910223a3837373e160a0c3933337d0dd7205f6d73223a302e31353e870a18362e3936317d2c261a0cc917ee1a0c150014690daa6a046e2d09a66a048a4600966a0431b91500430c313131333eba010c3131363932bb0110372e34313115000710302e38363732420c4a2a0208313132422b020831393942420c0c3231303215001010382e34383419f9245f6d73223a372e3832371a070a00794d5e083332380e350c150010183a6e756c6c7d0a');
INSERT INTO public.cells VALUES (3600, 'finding', 1795370400, 'default', 'claim-number', 1, 1);
INSERT INTO public.cells VALUES (3600, 'finding', 1795370400, 'default', 'snippet-altered', 1, 0);
INSERT INTO public.cells VALUES (3600, 'model', 1795370400, 'default', 'extractive', 1, 0);
INSERT INTO public.cells VALUES (3600, 'model', 1795370400, 'default', 'extractive:number-once', 1, 0);
INSERT INTO public.cells VALUES (3600, 'model', 1795370400, 'default', 'extractive:number-text', 1, 1);
INSERT INTO public.cells VALUES (3600, 'verdict', 1795370400, 'default', 'grounded', 1, 0);
INSERT INTO public.cells VALUES (3600, 'verdict', 1795370400, 'default', 'refused', 1, 1);
INSERT INTO public.cells VALUES (3600, 'verdict', 1795370400, 'default', 'repaired', 1, 0);
INSERT INTO public.cells VALUES (86400, 'chunk', 1795305600, 'default', '2d5aca4598ffe59988a7f51efbe1f652', 4, 1);
INSERT INTO public.cells VALUES (86400, 'document', 1795305600, 'default', 'Kiln handbook', 4, 1);
INSERT INTO public.cells VALUES (86400, 'finding', 1795305600, 'default', 'claim-number', 1, 1);
INSERT INTO public.cells VALUES (86400, 'finding', 1795305600, 'default', 'snippet-altered', 1, 0);
INSERT INTO public.cells VALUES (86400, 'model', 1795305600, 'default', 'extractive', 1, 0);
INSERT INTO public.cells VALUES (86400, 'model', 1795305600, 'default', 'extractive:number-once', 1, 0);
INSERT INTO public.cells VALUES (86400, 'model', 1795305600, 'default', 'extractive:number-text', 1, 1);
INSERT INTO public.cells VALUES (86400, 'verdict', 1795305600, 'default', 'grounded', 1, 0);
INSERT INTO public.cells VALUES (86400, 'verdict', 1795305600, 'default', 'refused', 1, 1);
INSERT INTO public.cells VALUES (86400, 'verdict', 1795305600, 'default', 'repaired', 1, 0);
INSERT INTO public.cells VALUES (604800, 'chunk', 1795046400, 'default', '2d5aca4598ffe59988a7f51efbe1f652', 4, 1);
INSERT INTO public.cells VALUES (604800, 'document', 1795046400, 'default', 'Kiln handbook', 4, 1);
INSERT INTO public.chunks VALUES ('\x2d5aca4598ffe59988a7f51efbe1f652', 20779, 'Kiln handbook', '\x0664f063546865206c61726765206b696c6e20726561636865732031323430206465677265657320616674657220736576656e20686f7572732e2049747320646f6f72206d757374206e6f74206265206f70656e65642061626f766520393020646567726565732e');
INSERT INTO public.findings VALUES ('claim-number', 3765168645913309816, 'default');
INSERT INTO public.findings VALUES ('snippet-altered', 3765168646000572671, 'default');
INSERT INTO public.meta VALUES ('generation', 0);
INSERT INTO public.meta VALUES ('schema', 2);
INSERT INTO public.traces VALUES (3765168645864067785, 'vt_01m828eyj18hwxwacmb7kb8kmq', 1795372317249, 'default', '', '', 'balanced', 'extractive', 'grounded', '', 'How many degrees does the large kiln reach?', 'how many degrees does the large kiln reach?
the large kiln reaches 1240 degrees after seven hours. [1]
sources:
- [1] kiln handbook.', '', 1, 1, 3.605, 1224, '\x2d5aca4598ffe59988a7f51efbe1f652', NULL);
INSERT INTO public.traces VALUES (3765168645913309816, 'vt_01m828eyjrwvn0ewmpgb5grk3k', 1795372317272, 'default', '', '', 'balanced', 'extractive:number-text', 'refused', '', 'How many degrees does the large kiln reach?', 'how many degrees does the large kiln reach?
i can''t answer that from the provided sources.', 'claim-number', 1, 2, 15.257, 1463, '\x2d5aca4598ffe59988a7f51efbe1f652', NULL);
INSERT INTO public.traces VALUES (3765168646000572671, 'vt_01m828eym2hq0mc8npxe9szwpa', 1795372317314, 'default', '', '', 'balanced', 'extractive:number-once', 'repaired', '', 'How many degrees does the large kiln reach?', 'how many degrees does the large kiln reach?
the large kiln reaches 1240 degrees after seven hours. [1]
sources:
- [1] kiln handbook.', 'snippet-altered', 1, 2, 8.484, 1427, '\x2d5aca4598ffe59988a7f51efbe1f652', NULL);
ALTER TABLE ONLY public.bodies
    ADD CONSTRAINT bodies_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.cells
    ADD CONSTRAINT cells_pkey PRIMARY KEY (span, kind, start, app, name);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_pkey PRIMARY KEY (code, seq);
ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.traces
    ADD CONSTRAINT traces_id_key UNIQUE (id);
ALTER TABLE ONLY public.traces
    ADD CONSTRAINT traces_pkey PRIMARY KEY (seq);
CREATE INDEX accesses_at ON public.accesses USING btree (at);
CREATE INDEX cells_failed ON public.cells USING btree (kind, span, start, failed) WHERE ((failed > 0) AND (kind = ANY (ARRAY['document'::text, 'chunk'::text])));
CREATE INDEX chunks_day ON public.chunks USING btree (day);
CREATE INDEX findings_app ON public.findings USING btree (code, app, seq);
CREATE INDEX findings_seq ON public.findings USING btree (seq);
CREATE INDEX traces_app ON public.traces USING btree (app, seq);
CREATE INDEX traces_app_verdict ON public.traces USING btree (app, verdict, seq);
CREATE INDEX traces_feedback ON public.traces USING btree (seq) WHERE (feedback IS NOT NULL);
CREATE INDEX traces_model ON public.traces USING btree (model, seq);
CREATE INDEX traces_usr ON public.traces USING btree (usr, seq) WHERE (usr <> ''::text);
CREATE INDEX traces_verdict ON public.traces USING btree (verdict, seq);
