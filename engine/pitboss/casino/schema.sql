-- The tables of a bank, and the conditions that no program can get round.
--
-- A balance is not stored beside the movements: it is what the last movement says, and a trigger
-- lets no movement in that does not continue the one before. Movements are neither changed nor
-- deleted. What a file holds is compared with this text: whoever changes it counts
-- `SCHEMA_VERSION` up.

CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
        CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 100),
    status TEXT NOT NULL CHECK (status IN ('active', 'closed'))
);

-- Accounts at one table, whose journal bears the same id.
CREATE TABLE sitting (
    id TEXT NOT NULL PRIMARY KEY CHECK (typeof(id) = 'text' AND length(id) > 0),
    -- How many lines the journal had when the last booking was made.
    lines INTEGER NOT NULL DEFAULT 0 CHECK (typeof(lines) = 'integer' AND lines >= 0)
);

-- Who sits there now: an account at one table only.
CREATE TABLE seat (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES account (id),
    sitting TEXT NOT NULL REFERENCES sitting (id),
    place INTEGER NOT NULL CHECK (typeof(place) = 'integer' AND place >= 0),
    UNIQUE (sitting, place)
);

CREATE TABLE round (
    sitting TEXT NOT NULL REFERENCES sitting (id),
    number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number > 0),
    state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'void')),
    PRIMARY KEY (sitting, number)
);

CREATE UNIQUE INDEX one_open_round ON round (sitting) WHERE state = 'open';

CREATE TABLE movement (
    account INTEGER NOT NULL REFERENCES account (id),
    sequence INTEGER NOT NULL CHECK (typeof(sequence) = 'integer'),
    kind TEXT NOT NULL CHECK (kind IN ('opening', 'gift', 'stake', 'returned', 'void')),
    amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer'),
    balance_minor INTEGER NOT NULL CHECK (
        typeof(balance_minor) = 'integer' AND balance_minor BETWEEN 0 AND 4611686018427387904
    ),
    sitting TEXT,
    round INTEGER,
    PRIMARY KEY (account, sequence),
    FOREIGN KEY (sitting, round) REFERENCES round (sitting, number),
    CHECK (CASE kind
        WHEN 'opening' THEN sequence = 1 AND amount_minor >= 0
        WHEN 'stake' THEN amount_minor < 0
        WHEN 'void' THEN amount_minor <> 0
        ELSE amount_minor > 0 END),
    CHECK ((kind = 'opening') = (sequence = 1)),
    CHECK ((kind IN ('opening', 'gift')) = (sitting IS NULL)),
    CHECK ((sitting IS NULL) = (round IS NULL))
);

CREATE INDEX movement_of_round ON movement (sitting, round) WHERE sitting IS NOT NULL;

CREATE TRIGGER movement_continues BEFORE INSERT ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement does not continue the history of its account')
    WHERE (NEW.sequence, NEW.balance_minor - NEW.amount_minor) IS NOT (
        SELECT coalesce(max(sequence), 0) + 1, coalesce((
            SELECT balance_minor FROM movement
            WHERE account = NEW.account ORDER BY sequence DESC LIMIT 1
        ), 0)
        FROM movement WHERE account = NEW.account
    );
    SELECT RAISE(ABORT, 'a movement belongs to a round that is not open')
    WHERE NEW.sitting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM round
        WHERE sitting = NEW.sitting AND number = NEW.round AND state = 'open'
    );
    SELECT RAISE(ABORT, 'a movement belongs to a table at which its account does not sit')
    WHERE NEW.sitting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM seat WHERE sitting = NEW.sitting AND account = NEW.account
    );
END;

CREATE TRIGGER movement_stays BEFORE UPDATE ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement is never changed');
END;

CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement is never deleted');
END;

CREATE TRIGGER round_begins_open BEFORE INSERT ON round WHEN NEW.state <> 'open' BEGIN
    SELECT RAISE(ABORT, 'a round begins open');
END;

CREATE TRIGGER round_ends_once BEFORE UPDATE ON round WHEN OLD.state <> 'open' BEGIN
    SELECT RAISE(ABORT, 'a round that is over is never changed');
END;

CREATE TRIGGER round_is_kept BEFORE DELETE ON round BEGIN
    SELECT RAISE(ABORT, 'a round is never deleted');
END;

CREATE TRIGGER seat_stays BEFORE DELETE ON seat WHEN EXISTS (
    SELECT 1 FROM round WHERE sitting = OLD.sitting AND state = 'open'
) BEGIN
    SELECT RAISE(ABORT, 'nobody leaves while a round is open');
END;
