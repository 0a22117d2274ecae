import CDemarc
import DemarcC

/// Calls that change an engine.
extension CallSequence {
    mutating func changeEngine() {
        let (handle, text) = (engine(), reader.text())
        switch reader.byte() % 5 {
        case 0:
            text.withUnsafeBufferPointer { buffer in
                let app = demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                _ = withUnsafePointer(to: app) { demarc_engine_set_installed(handle, $0, 1, nil) }
            }
            if reader.byte() & 1 == 0 { _ = demarc_engine_set_installed(handle, nil, Int(reader.byte() & 1), nil) }
        case 1: _ = demarc_engine_set_browser_installed(handle, reader.number() & 3, nil)
        case 2: _ = demarc_engine_set_mdm_enrolled(handle, reader.number() & 3, nil)
        case 3: _ = demarc_engine_set_app(handle, text, text.count, nil)
        default:
            var info = demarc_info()
            info.size = size(of: demarc_info.self)
            _ = demarc_engine_info(handle, &info, nil)
        }
    }

    mutating func changeViews() {
        let (handle, view, text) = (engine(), view(), reader.text())
        switch reader.byte() % 10 {
        case 0, 1, 2:
            var added: demarc_view = 1
            let status: Int32 = text.withUnsafeBufferPointer { buffer in
                var options = demarc_view_options()
                options.size = size(of: demarc_view_options.self)
                options.flags = reader.number() & 3
                options.policy = reader.number() & 7
                options.parent = reader.byte() & 1 == 0 ? 0 : view
                options.opener = reader.byte() & 3 == 0 ? self.view() : 0
                if reader.byte() & 1 == 0 {
                    options.name = demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                } else if reader.byte() & 1 == 0 {
                    options.window = demarc_text(bytes: buffer.baseAddress, count: buffer.count)
                }
                return demarc_view_add(handle, &options, &added, nil)
            }
            require((status == DEMARC_OK) == (added != 0), "a view was added, and the status is \(status)")
            if added != 0, views.count < 64 { views.append(added) }
        case 3: _ = demarc_view_move(handle, view, self.view(), nil, 0, nil)
        case 4: _ = demarc_view_move(handle, view, 0, text, text.count, nil)
        case 5: _ = demarc_view_remove(handle, view, nil)
        case 6: _ = demarc_view_set_policy(handle, view, reader.number() & 7, nil)
        case 7: _ = demarc_view_set_rule_set(handle, view, text, text.count, nil)
        case 8: _ = demarc_view_set_document(handle, view, text, text.count, nil)
        default: _ = demarc_view_set_page(handle, view, reader.number() & 3, text, text.count, nil)
        }
    }

    mutating func changeIdentities() {
        let (handle, text, other) = (engine(), reader.text(), reader.text())
        switch reader.byte() % 6 {
        case 0: _ = demarc_window_open(handle, text, text.count, nil)
        case 1: _ = demarc_window_close(handle, text, text.count, nil)
        case 2: _ = demarc_sign_in(handle, text, text.count, nil)
        case 3: _ = demarc_sign_out(handle, text, text.count, nil)
        case 4:
            let level = reader.number() & 3
            if reader.byte() & 1 == 0 {
                _ = demarc_switch_identity(handle, text, text.count, level, nil, 0, nil)
            } else {
                _ = demarc_switch_identity(handle, text, text.count, level, other, other.count, nil)
            }
        default:
            let level = reader.number() & 3
            text.withUnsafeBufferPointer { text in
                other.withUnsafeBufferPointer { other in
                    let shown = [
                        demarc_text(bytes: text.baseAddress, count: text.count),
                        demarc_text(bytes: other.baseAddress, count: other.count),
                    ]
                    _ = demarc_show_accounts(handle, shown, 2, level, nil, 0, nil)
                }
            }
        }
    }

    /// Reports a page: an answer unchanged, or with one word changed.
    mutating func report() {
        var answer = reader.choice(answers)
        answer.size = size(of: demarc_answer.self)
        switch reader.byte() % 6 {
        case 0: answer.reserved.1 ^= reader.word()
        case 1: answer.reserved.2 ^= reader.word()
        case 2: answer.reserved.4 = reader.word()
        default: break
        }
        _ = demarc_did_navigate(engine(), view(), &answer, nil)
    }
}
